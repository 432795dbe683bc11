/** What importing a file of data gives; `with { type }` at the import decides how it is read. */
declare module "*.yaml" {
  const value: unknown;
  export default value;
}
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.eta" {
  const text: string;
  export default text;
}
declare module "*.html" {
  const text: string;
  export default text;
}
declare module "*.scm" {
  const text: string;
  export default text;
}
declare module "*.wasm" {
  const path: string;
  export default path;
}
declare module "*.js" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "@vscode/ripgrep-*" {
  const path: string;
  export default path;
}
declare module "sqlite-vec-*" {
  const path: string;
  export default path;
}
declare module "*.bin" {
  const path: string;
  export default path;
}
