import { Component, type ReactNode } from 'react';
import { t } from '../../messages.ts';
import { Button } from '../button.tsx';

type State = { readonly message: string | null };

export class CrashGuard extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <main className="whole-page" role="alert">
        <h1>{t('common.crashedTitle')}</h1>
        <p>{t('common.crashedText')}</p>
        <p>
          <code className="code">{this.state.message}</code>
        </p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('common.reload')}
        </Button>
      </main>
    );
  }
}
