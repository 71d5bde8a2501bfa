import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folders = '{.github,assets,main,preload,renderer,test}';

const prose = (path: string): string => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Returns the anchors of the headings, as GitHub generates them. */
function anchorsIn(path: string): readonly string[] {
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(page: string): readonly string[] {
  const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  });
}

test('links between documents point to existing files and headings', () => {
  const pages = globSync(['README.md', `${folders}/**/*.md`], { cwd: root });
  expect(pages.length).toBeGreaterThan(10);
  const broken = pages.flatMap((page) => brokenLinks(join(root, page)).map((link) => `${page}: ${link}`));
  expect(broken).toEqual([]);
});
