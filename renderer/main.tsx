import './styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../preload/page.ts';
import { App } from './app.tsx';
import type { Connection, ConnectionState } from './bridge-connection.ts';
import { connectLoopback } from './loopback-bridge.ts';
import { CrashGuard } from './parts/frame/crash-guard.tsx';
import { NoSession } from './screens/no-session.tsx';
import { AppContext, createAppState } from './state/app-state.ts';
import { followMain } from './state/data/live.ts';
import { createStore } from './state/store.ts';
import { followAppearance, markFrame } from './state/window/appearance.ts';

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const connection = await connect(window, () => root.render(<NoSession />));
  const queries = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } });
  const app = createAppState(connection, window);
  markFrame(window, app.connection);
  followAppearance(window, app.preferences);
  followMain(app, queries);
  root.render(
    <CrashGuard>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queries}>
          <AppContext value={app}>
            <App />
          </AppContext>
        </QueryClientProvider>
      </CSPProvider>
    </CrashGuard>,
  );
}

const element = document.getElementById('root');
if (element) void start(element);

/** Preload bridge; undefined in a browser tab. */
declare global {
  interface Window {
    readonly slipway?: Bridge;
  }
}

/** Connects to main. In a browser tab without a session, calls `onNoSession` and waits for a session. */
async function connect(page: Window, onNoSession: () => void): Promise<Connection> {
  if (page.slipway) {
    return {
      bridge: page.slipway,
      inWindow: true,
      state: createStore<ConnectionState>('connected'),
      onReconnect: () => () => {},
    };
  }
  return connectLoopback(page, onNoSession);
}
