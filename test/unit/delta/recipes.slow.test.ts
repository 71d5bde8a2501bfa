import { describe, expect, test } from 'vitest';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import {
  applied,
  buildsIn,
  codeLike,
  edited,
  javaDeflate,
  neverWrong,
  recipeOf,
  reproducesFixture,
} from './recipes.ts';

const shared = buildsIn('../../../../shared/fixtures');

describe('a recipe', () => {
  test('reproduces an entry of several blocks', { timeout: 60_000 }, async () => {
    const content = codeLike(1, 17 * 1024 * 1024);
    const from = writeZip([{ name: 'classes.dex', data: content, deflate: javaDeflate(1) }]);
    const to = writeZip([{ name: 'classes.dex', data: edited(content, 2), deflate: javaDeflate(1) }]);
    const made = await recipeOf(from, to);
    expect((await applied(from, made)).equals(to)).toBe(true);
    expect(made.length).toBeLessThan(20_000);
  });

  test.each(shared)('reproduces %s from the build before', { timeout: 60_000 }, async (path) => {
    await reproducesFixture(path, shared);
  });

  test('never produces wrong bytes when changed', { timeout: 600_000 }, () => neverWrong(15_000));
});
