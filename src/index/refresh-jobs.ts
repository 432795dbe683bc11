/** Refreshes that somebody asked for: each has an id under which its end can be seen. */

export interface RefreshJob {
  id: string;
  /** `.` for the whole project. */
  path: string;
  state: "running" | "done" | "failed";
  /** ISO 8601, UTC. */
  startedAt: string;
  endedAt?: string;
  /** Of the index that knows what was found. */
  generation?: number;
  fault?: string;
}

const JOBS_KEPT = 20;

export class RefreshJobs {
  readonly #jobs: RefreshJob[] = [];
  #count = 0;

  /** The last first. */
  get all(): readonly RefreshJob[] {
    return this.#jobs;
  }

  /** Begins a job. @param work gives the generation that knows what was found. */
  begin(path: string, work: () => Promise<number>): RefreshJob {
    const job: RefreshJob = {
      id: `refresh-${++this.#count}`,
      path,
      state: "running",
      startedAt: new Date().toISOString(),
    };
    this.#jobs.unshift(job);
    this.#jobs.splice(JOBS_KEPT);
    void work().then(
      (generation) => Object.assign(job, { state: "done", endedAt: new Date().toISOString(), generation }),
      (error: Error) =>
        Object.assign(job, { state: "failed", endedAt: new Date().toISOString(), fault: error.message }),
    );
    return job;
  }
}
