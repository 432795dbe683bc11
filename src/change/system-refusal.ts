/** What the file system says no with, in words. */
import { Unavailable, UserError } from "../base/error.ts";
import { shownPath } from "../project/file-error.ts";

/** Undefined for what is no answer of a file system. */
export function systemRefusal(error: unknown, path: string): UserError | Unavailable | undefined {
  const name = `"${shownPath(path)}"`;
  const cause = error;
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENAMETOOLONG": {
      const message = `Path ${name} cannot be written: a part of it is longer than the file system takes.`;
      return new UserError("invalid_arguments", message, { errors: [{ pointer: "/path", message }], cause });
    }
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new UserError("forbidden", `File ${name} cannot be written: the system refuses it. Nothing was written.`, {
        cause,
      });
    case "EISDIR":
    case "ENOTDIR":
    case "EEXIST":
    case "ENOENT":
    case "ELOOP":
      return new UserError("stale", `Something changed on the way to ${name} while it was written; call again.`, {
        cause,
      });
    case "ENOSPC":
    case "EDQUOT":
      return new Unavailable(
        "unavailable",
        `File ${name} was not written: there is no room on the disk. Nothing was written.`,
        {
          hint: "Make room, then call again.",
          cause,
        },
      );
    case "EBUSY":
    case "EXDEV":
    case "EIO":
      return new Unavailable(
        "unavailable",
        `File ${name} was not written: the disk answers ${(error as NodeJS.ErrnoException).code}.`,
        {
          cause,
        },
      );
    default:
      return undefined;
  }
}
