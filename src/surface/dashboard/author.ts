/** Who calls, where a form of the dashboard does. */

export const CALLER = { surface: "dashboard" } as const;

/** The same, as records have it. */
export const AUTHOR: string = CALLER.surface;
