declare module 'app-info-parser' {
  // biome-ignore lint/style/noDefaultExport: this is what the package exports.
  export default class AppInfoParser {
    constructor(path: string);
    parse(): Promise<unknown>;
  }
}
