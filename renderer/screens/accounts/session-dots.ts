import type { AccountView } from '../../../preload/page.ts';

/** How the session of an account looks; the words stand beside it. */
export const sessionDots: { readonly [State in AccountView['session']]: string } = {
  'signed-in': 'dot-good',
  'signing-in': 'dot-working',
  'signed-out': 'dot-off',
  'sign-in-needed': 'dot-failed',
};
