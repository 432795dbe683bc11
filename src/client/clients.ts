/** The clients that ship, by id. */
import { UserError } from "../base/error.ts";
import { didYouMean } from "../base/near.ts";
import { CLIENTS } from "./_clients.gen.ts";
import { type ClientSpec, clientSchema } from "./client-spec.ts";

export function allClients(): ClientSpec[] {
  return Object.values(CLIENTS).map((raw) => clientSchema.parse(raw));
}

/** @throws UserError `not_found` with near names. */
export function clientNamed(id: string): ClientSpec {
  const all = allClients();
  const found = all.find((client) => client.id === id.toLowerCase());
  if (found) return found;
  const ids = all.map((client) => client.id);
  const near = didYouMean(id, ids);
  throw new UserError("not_found", `There is no client ${JSON.stringify(id.slice(0, 80))}${near ? `; ${near}` : "."}`, {
    hint: `There are: ${ids.join(", ")}.`,
  });
}
