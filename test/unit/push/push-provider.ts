import { onTestFinished } from 'vitest';
import { openPushProvider, type PushProvider } from '../../fakes/push-provider.ts';

/** Starts a push provider that closes when the test has finished. */
export async function startPushProvider(): Promise<PushProvider> {
  const provider = await openPushProvider();
  onTestFinished(provider.close);
  return provider;
}
