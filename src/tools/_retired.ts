/** Names that tools had once, with their successors: calls and settings that still use them are told the new name. */
export const RETIRED: Readonly<Record<string, string>> = {};
