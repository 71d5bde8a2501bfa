import { describe, expect, test } from 'vitest';
import { subjectProblem } from '../../../.config/commit-subjects.ts';

describe('a commit subject is accepted', () => {
  test.each([
    'uploads: retry 404 for ten minutes after an upload',
    'api, service/http: close idle connections',
    'test: bring the shorter tests up to the newest sources',
    'build: embed the licence texts',
    'core: address review comments',
    `all: ${'x'.repeat(67)}`,
  ])('%s', (subject) => {
    expect(subjectProblem(subject)).toBe(null);
  });
});

describe('a commit subject is rejected', () => {
  test.each([
    ['Retry 404 after an upload', 'an area'],
    ['Uploads: retry 404', 'an area'],
    ['uploads,api: retry 404', 'an area'],
    ['uploads:retry 404', 'an area'],
    ['uploads: ', 'an area'],
    ['uploads: retried 404', '“retried”'],
    ['uploads: retrying 404', '“retrying”'],
    ['uploads: Retries 404', '“Retries”'],
    ['cli: fixes the exit code', '“fixes”'],
    ['cli: The command listens earlier', '“The”'],
    ['cli: a command listens earlier', '“a”'],
    ['cli: it listens earlier', '“it”'],
    ['uploads: retry 404.', 'full stop'],
    [`all: ${'x'.repeat(68)}`, '73 characters'],
    ["Merge branch 'main' into topic", 'a merge'],
    ['fixup! uploads: retry 404', 'a fixup'],
  ])('%s', (subject, reason) => {
    expect(subjectProblem(subject)).toContain(reason);
  });
});
