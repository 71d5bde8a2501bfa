import { onTestFinished } from 'vitest';
import { openPushProvider, type PushProvider } from '../../fakes/push-provider.ts';

/** A push provider that is closed when the test is over. */
export async function startPushProvider(): Promise<PushProvider> {
  const provider = await openPushProvider();
  onTestFinished(provider.close);
  return provider;
}
