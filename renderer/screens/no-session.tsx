import { words } from '../words/common.ts';

/** A browser tab without a session: how to get a new link. */
export function NoSession() {
  return (
    <main className="whole-page">
      <h1>{words.sessionTitle}</h1>
      <p>{words.sessionText}</p>
      <p>
        <code className="command selectable">{words.sessionCommand}</code>
      </p>
    </main>
  );
}
