import { describe, expect, test } from 'vitest';
import { actionRank, findInGroups, withRecent } from '../../../renderer/logic/palette-ranking.ts';
import { createRecentActions } from '../../../renderer/state/window/recent-actions.ts';

const theme = { label: 'Theme', synonyms: 'dark light appearance' };
const copyLink = { label: 'Copy link', hint: 'Field Notes 2.4.1' };
const pause = { label: 'Pause all uploads', synonyms: 'resume stop' };

describe('the rank of an action', () => {
  test('is best for words of the name, then for synonyms and parts of words', () => {
    const action = { label: 'Open the log file', synonyms: 'errors', hint: 'Diagnostics' };
    const ranks = ['log', 'errors', 'fil', 'err', 'og', 'diag'].map((typed) => actionRank(action, typed));
    expect(ranks).toEqual([...ranks].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  test.each([
    [theme, 'dark', 1],
    [theme, 'DÂRK', 1],
    [{ label: 'Language', synonyms: 'Übersicht' }, 'ubersicht', 1],
    [{ label: 'City', synonyms: 'İstanbul' }, 'istanbul', 1],
    [copyLink, 'link notes', 5],
    [pause, 'pauall', 7],
    [pause, 'paud', null],
    [theme, 'dark zebra', null],
  ])('of %o for %j is %s', (action, typed, rank) => {
    expect(actionRank(action, typed)).toBe(rank);
  });

  test('is computed in linear time for long names', () => {
    const long = { label: 'a '.repeat(2_000), synonyms: 'b '.repeat(2_000) };
    expect(actionRank(long, `${'a'.repeat(500)}c`)).toBeNull();
  });
});

describe('the groups of the palette', () => {
  const groups = [
    { value: 'Here', items: [copyLink] },
    { value: 'Actions', items: [pause] },
    { value: 'Settings', items: [theme, { label: 'Link colours' }, { label: 'Links' }], max: 2 },
  ];
  const found = (typed: string) =>
    findInGroups(groups, typed).map(({ value, items }) => [value, ...items.map(({ label }) => label)]);

  test('begin with the group that contains the best match', () => {
    expect(found('link')).toEqual([
      ['Settings', 'Links', 'Link colours'],
      ['Here', 'Copy link'],
    ]);
  });

  test('omit groups without a match', () => {
    expect(found('resume')).toEqual([['Actions', 'Pause all uploads']]);
    expect(found('zebra')).toEqual([]);
  });

  test('keep their order for equally good matches', () => {
    const twice = ['Places', 'Actions'].map((value) => ({ value, items: [pause] }));
    expect(findInGroups(twice, 'pause').map(({ value }) => value)).toEqual(['Places', 'Actions']);
  });
});

describe('recent actions', () => {
  test('are the last five, newest first, each once', () => {
    const chosen = ['a', 'b', 'c', 'b', 'd', 'e', 'f'];
    expect(chosen.reduce<readonly string[]>(withRecent, [])).toEqual(['f', 'e', 'd', 'b', 'c']);
  });

  test('are read again after a restart', () => {
    const values = new Map<string, string>();
    const localStorage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    createRecentActions({ localStorage }).add('go.store');
    expect(createRecentActions({ localStorage }).get()).toEqual(['go.store']);
    values.set('slipway.recent-actions', '{"broken"');
    expect(createRecentActions({ localStorage }).get()).toEqual([]);
  });
});
