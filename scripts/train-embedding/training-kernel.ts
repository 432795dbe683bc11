/** The inner loops of the training, compiled from training.wat. */
import { join } from "node:path";
import wabt from "wabt";

export interface TrainingKernel {
  memory: WebAssembly.Memory;
  combine(table: number, ids: number, factors: number, stride: number, count: number, out: number): void;
  dot(x: number, y: number): number;
  tilt(row: number, along: number, by: number, factor: number): void;
  scatter(table: number, ids: number, factors: number, count: number, row: number): void;
  products(x: number, y: number, count: number, scale: number, out: number): void;
  powers(values: number, count: number, shift: number, rowSums: number, columnSums: number): void;
  slopes(powers: number, count: number, rowSums: number, columnSums: number, factor: number): void;
  adam(row: number, first: number, squares: number, slopes: number, pace: number, second: number): void;
}

/** @param bytes of memory that are needed. */
export async function trainingKernel(bytes: number): Promise<TrainingKernel> {
  const text = await Bun.file(join(import.meta.dir, "training.wat")).text();
  const parsed = (await wabt()).parseWat("training.wat", text, { simd: true });
  parsed.validate();
  const module = new WebAssembly.Module(new Uint8Array(parsed.toBinary({}).buffer));
  const kernel = new WebAssembly.Instance(module).exports as unknown as TrainingKernel;
  kernel.memory.grow(Math.ceil(bytes / 65_536));
  return kernel;
}
