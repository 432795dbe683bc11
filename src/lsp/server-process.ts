/** What the client needs of a server's process, whether it speaks over its pipes or over a socket. */

export interface ServerProcess {
  readonly pid: number;
  readonly stdin: {
    /** Resolves when the bytes are taken; rejects when nobody reads them any more. */
    write(bytes: Uint8Array): Promise<void>;
    end(): void;
  };
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Ends it and all that it started, at once. */
  kill(): void;
}
