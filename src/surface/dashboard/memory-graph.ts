/** Pages of memory and their links as a picture: where each page lies, the same for the same graph. */
import type { SimulationLinkDatum, SimulationNodeDatum } from "d3-force";

export interface GraphPage {
  name: string;
  /** Names of pages that it links to, which are there. */
  links: readonly string[];
}

export interface DrawnPage {
  name: string;
  x: number;
  y: number;
  radius: number;
  /** Whether there is room for its name. */
  isNamed: boolean;
}

export interface Picture {
  width: number;
  height: number;
  pages: DrawnPage[];
  lines: { x1: number; y1: number; x2: number; y2: number }[];
}

/** Names stand beside so many pages at most: those with the most links. */
const NAMED = 60;
/** Smaller pictures stand in the middle of this, so that names are never large. */
const LEAST = { width: 1_000, height: 480 };
const MARGIN = 30;
/** Room for a name, to the right of its page. */
const NAME_WIDTH = 150;

/** Moves of pages that are made until it is good enough, all together. */
const STEPS = 40_000;
const PAUSE_MS = 20;

interface Node extends SimulationNodeDatum {
  id: string;
  degree: number;
}

/** Pictures that were made, each kept until its graph is another. */
export class Layouts {
  readonly #kept = new Map<string, { key: string; picture: Picture }>();

  /** @param of whose graph it is. */
  async of(of: string, pages: readonly GraphPage[]): Promise<Picture> {
    const key = JSON.stringify(pages.map(({ name, links }) => [name, ...links]));
    const known = this.#kept.get(of);
    if (known?.key === key) return known.picture;
    const picture = await drawn(pages);
    this.#kept.set(of, { key, picture });
    return picture;
  }
}

/** Linked pages come near each other, all others keep apart. */
async function drawn(pages: readonly GraphPage[]): Promise<Picture> {
  const { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import("d3-force");
  const nodes: Node[] = pages.map(({ name }) => ({ id: name, degree: 0 }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const links: SimulationLinkDatum<Node>[] = pages.flatMap(({ name, links }) =>
    links.filter((to) => byId.has(to) && to !== name).map((to) => ({ source: byId.get(name)!, target: byId.get(to)! })),
  );
  for (const { source, target } of links) for (const end of [source, target] as Node[]) end.degree++;
  const simulation = forceSimulation(nodes)
    .force("links", forceLink(links).distance(90))
    .force("apart", forceManyBody().strength(-260).distanceMax(500))
    .force("x", forceX().strength(0.06))
    .force("y", forceY().strength(0.09))
    .force("room", forceCollide(18))
    .stop();
  let pausedAt = performance.now();
  for (let ticks = Math.min(300, Math.ceil(STEPS / Math.max(1, nodes.length))); ticks > 0; ticks--) {
    simulation.tick();
    if (performance.now() - pausedAt < PAUSE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve)); // others have a turn
    pausedAt = performance.now();
  }

  const [xs, ys] = [nodes.map(({ x }) => x!), nodes.map(({ y }) => y!)];
  const span = (values: number[], more: number, least: number) => {
    const [from, to] = [Math.min(...values, 0) - MARGIN, Math.max(...values, 0) + MARGIN + more];
    const size = Math.max(least, to - from);
    return { from: from - (size - (to - from)) / 2, size: Math.ceil(size) };
  };
  const [across, down] = [span(xs, NAME_WIDTH, LEAST.width), span(ys, 0, LEAST.height)];
  const at = ({ x, y }: Node) => ({ x: rounded(x! - across.from), y: rounded(y! - down.from) });
  const named = new Set(nodes.toSorted((a, b) => b.degree - a.degree).slice(0, NAMED));
  return {
    width: across.size,
    height: down.size,
    pages: nodes.map((node) => ({
      name: node.id,
      ...at(node),
      radius: rounded(4 + Math.min(8, Math.sqrt(node.degree) * 1.6)),
      isNamed: named.has(node),
    })),
    lines: links.map(({ source, target }) => {
      const [from, to] = [at(source as Node), at(target as Node)];
      return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    }),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
