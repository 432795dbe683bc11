/** Starts and tells the reaper: a small process that ends our servers when we end by whatever cause. */
import { tmpdir } from "node:os";
import type { ProgramEnvironment } from "./process.ts";
import type { Keeper } from "./server-process.ts";

export interface ReaperOptions {
  /** Starts this very program in its hidden mode. */
  command: readonly [string, ...string[]];
  env: ProgramEnvironment;
  /** Told when there is no reaper, so that a sudden end of ours would leave servers behind. */
  onFault(error: unknown): void;
}

/** One that ends each time is not worth more tries. */
const STARTS = 5;

/** It is started with the first process that it is told of, and anew when it ends before us. */
export class Reaper implements Keeper, Disposable {
  readonly #options: ReaperOptions;
  readonly #held = new Map<string, number | undefined>();
  #child: Bun.Subprocess<"pipe", "ignore", "ignore"> | undefined;
  #starts = 0;
  #isOver = false;

  constructor(options: ReaperOptions) {
    this.#options = options;
  }

  /** Its number; undefined when it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  expect(mark: string): void {
    this.#held.set(mark, undefined);
    this.#tell(`expect ${mark}`);
  }

  hold(mark: string, pid: number): void {
    this.#held.set(mark, pid);
    this.#tell(`hold ${mark} ${pid}`);
  }

  release(mark: string): void {
    if (this.#held.delete(mark)) this.#tell(`release ${mark}`);
  }

  /** Ends it; it ends what was not released. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#child?.stdin.end();
  }

  #tell(line: string): void {
    if (this.#isOver) return;
    if (this.#child) this.#write(this.#child, line);
    else if (this.#starts < STARTS) this.#start();
  }

  #start(): void {
    const { command, env, onFault } = this.#options;
    this.#starts++;
    try {
      const child = Bun.spawn([...command], {
        cwd: tmpdir(), // it must hold no folder of the user's
        env: { ...env },
        stdio: ["pipe", "ignore", "ignore"],
        detached: true,
        onExit: () => this.#ended(),
      });
      child.unref();
      this.#child = child;
      for (const [mark, pid] of this.#held)
        this.#write(child, pid === undefined ? `expect ${mark}` : `hold ${mark} ${pid}`);
    } catch (error) {
      onFault(error);
    }
  }

  #ended(): void {
    this.#child = undefined;
    if (this.#isOver) return;
    const isLast = this.#starts >= STARTS;
    const next = isLast
      ? "it is not started again, so a crash of ours may leave servers behind"
      : "the next is started";
    this.#options.onFault(new Error(`The process that ends language servers after a crash has ended; ${next}.`));
    if (this.#held.size > 0 && !isLast) this.#start();
  }

  #write({ stdin }: Bun.Subprocess<"pipe", "ignore", "ignore">, line: string): void {
    const lost = () => undefined; // it has ended, which is heard of in another way
    Promise.try(() => Promise.all([stdin.write(`${line}\n`), stdin.flush()])).catch(lost);
  }
}
