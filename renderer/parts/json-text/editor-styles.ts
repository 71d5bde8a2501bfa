import { StyleModule } from 'style-mod';

/**
 * The policy of the page lets nobody fill a style element, which is where the editor's rules go in a document; in a root
 * without a head they go into a constructed sheet. So the document is given the sheet that such a root is given.
 */
export function styleWithoutElement(document: Document): void {
  const root = { ownerDocument: document, adoptedStyleSheets: document.adoptedStyleSheets };
  StyleModule.mount(root as unknown as ShadowRoot, []);
  for (const key of Object.getOwnPropertySymbols(root))
    Object.assign(document, { [key]: Reflect.get(root, key) });
}
