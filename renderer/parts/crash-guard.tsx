import { Component, type ReactNode } from 'react';
import { words } from '../words/common.ts';
import { Button } from './button.tsx';

type State = { readonly message: string | null };

/** Instead of an empty window: says that the page stopped, and that uploads did not. */
export class CrashGuard extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <main className="whole-page" role="alert">
        <h1>{words.crashedTitle}</h1>
        <p>{words.crashedText}</p>
        <p>
          <code className="code">{this.state.message}</code>
        </p>
        <Button look="primary" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      </main>
    );
  }
}
