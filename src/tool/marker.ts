/** The closed table of what a tool may do. Shared code asks markers and never compares a tool's name. */

export const MARKERS = {
  core: { doc: "Part of the default set, which every model pays for.", implies: [] },
  unbound: { doc: "Only where the endpoint is bound to no project.", implies: [] },
  projects: { doc: "Tells of the projects there are, or chooses among them.", implies: [] },
  memory: { doc: "Reads or writes memories and notes.", implies: [] },
  symbolic: { doc: "Works on symbols.", implies: [] },
  writes: { doc: "Changes Waymark's own state, such as memories.", implies: [] },
  edit: { doc: "Changes files of the project.", implies: ["writes"] },
  destructive: { doc: "May remove content that cannot be read back.", implies: ["writes"] },
  "open-world": { doc: "Reaches something outside the project.", implies: [] },
  shell: { doc: "Runs a program of the caller's choice.", implies: ["edit", "writes", "destructive", "open-world"] },
  optional: { doc: "Off unless the user's own settings name it.", implies: [] },
  beta: { doc: "May change without notice.", implies: [] },
} as const satisfies Record<string, { doc: string; implies: readonly string[] }>;

export type Marker = keyof typeof MARKERS;

/** The markers together with all that they imply, in the order of the table. */
export function closedUnderImplies(markers: readonly Marker[]): Marker[] {
  const all = new Set<Marker>();
  const add = (marker: Marker) => {
    if (all.has(marker)) return;
    all.add(marker);
    MARKERS[marker].implies.forEach(add);
  };
  markers.forEach(add);
  return (Object.keys(MARKERS) as Marker[]).filter((marker) => all.has(marker));
}

/** What shared code needs to know of a tool to decide about it. */
export interface Marked {
  readonly name: string;
  readonly markers: readonly Marker[];
}
