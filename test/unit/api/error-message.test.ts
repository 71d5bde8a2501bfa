import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  errorMessage,
  isWebPage,
  pageTitle,
  parseJson,
} from '../../../main/api/transport/response/error-message.ts';

function answer(text: string, contentType: string | null = null) {
  return { text, header: (name: string) => (name === 'content-type' ? contentType : null) };
}

test.each([
  ['OAuth in another case', '{"Error_Description":"Locked"}', 'Locked.'],
  ['ASP.NET', '{"Message":"An error has occurred.","ExceptionMessage":"No disk."}', 'No disk.'],
  ['ASP.NET errors without a field', '{"errors":{"":["The file is no build."]}}', 'The file is no build.'],
  ['ASP.NET model state', '{"Message":"Invalid.","ModelState":{"file":["is missing"]}}', 'file: is missing.'],
  ['the same reason twice', '{"errors":["No.","No."]}', 'No.'],
  ['a bare list', '["First","Second"]', 'First. Second.'],
  ['a message beside empty errors', '{"errors":{},"message":"No room"}', 'No room.'],
  ['white space', ' \r\n\t ', null],
  ['XML', '<?xml version="1.0"?><Error><Message>Access Denied</Message></Error>', 'Access Denied.'],
  ['a byte order mark', '\uFEFF{"message":"Marked"}', 'Marked.'],
  ['a page with a heading only', '<html><body><H1 class="x">Not <b>here</b></H1>', 'Not here.'],
  ['a page without a title or heading', '<html><body><p>x</p></body></html>', null],
])('errorMessage reads %s', (_, text, expected) => {
  expect(errorMessage(answer(text))).toBe(expected);
});

test('errorMessage removes control and bidirectional characters', () => {
  expect(errorMessage(answer('\u001b[2Jgone\u0007 \u202egnp.exe\u0000'))).toBe('[2Jgone gnp.exe.');
  expect(errorMessage(answer('{"message":"\\u001b]0;title\\u0007"}'))).toBe(']0;title.');
  expect(errorMessage(answer('<html><title>\u001b[31mred</title>'))).toBe('[31mred.');
});

test('isWebPage ignores any number of comments before the page', () => {
  const comments = '<!-- [if lt IE 9]> --><!---->\n'.repeat(200);
  expect(isWebPage(answer(`${comments}<!DOCTYPE html>`))).toBe(true);
  expect(isWebPage(answer(`${comments}{}`))).toBe(false);
  expect(isWebPage(answer('<!-- never closed <html>'))).toBe(false);
});

test('errorMessage returns null for objects and lists nested 50,000 deep', () => {
  const object = `${'{"error":'.repeat(50_000)}"end"${'}'.repeat(50_000)}`;
  const list = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(errorMessage(answer(object))).toBeNull();
  expect(errorMessage(answer(list))).toBeNull();
});

test('pageTitle searches only the beginning of a page', () => {
  expect(pageTitle(`<html>${'<title>'.repeat(1_000_000)}`)).toBeNull();
  expect(pageTitle(`<html>${' '.repeat(20_000)}<title>Late</title>`)).toBeNull();
  expect(errorMessage(answer('<script'.repeat(1_000_000)))?.length ?? 0).toBeLessThan(310);
});

test('parseJson returns undefined for invalid JSON', () => {
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{')).toBeUndefined();
  expect(parseJson('')).toBeUndefined();
});

test('errorMessage returns one line with final punctuation for any response', () => {
  const bodies = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.string().map((text) => `<html><title>${text}</title>`),
  );
  fc.assert(
    fc.property(bodies, fc.constantFrom('application/json', 'text/html', null), (text, type) => {
      const message = errorMessage(answer(text, type)) ?? 'Nothing.';
      expect(message).toMatch(/^[^\p{Cc}]*[.!?…:]["”)]?$/u);
      expect(message.length).toBeLessThanOrEqual(302);
    }),
  );
});
