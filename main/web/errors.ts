import { errorTable } from '../base/errors.ts';
import { requestErrors } from '../bridge/http/errors.ts';

const ownErrors = errorTable('web', {
  notBuilt: {
    remedy: 'report',
    message: (p: { folder: string }) =>
      `The user interface is not there (${p.folder}). From a checkout, run npm run build first.`,
  },
  portTaken: {
    remedy: 'check-input',
    message: (p: { port: number }) =>
      `Port ${p.port} is used by another program. Choose another one with --ui-port, or leave it out.`,
  },
  portRefused: {
    remedy: 'check-input',
    message: (p: { port: number; reason: string }) =>
      `Port ${p.port} cannot be opened (${p.reason}). Choose another one with --ui-port, or leave it out.`,
  },
  foreignHost: {
    remedy: 'check-address',
    message: () => 'This address is not served here. Open the address Slipway printed.',
  },
  foreignOrigin: {
    remedy: 'check-address',
    message: () => 'Slipway answers only its own page. Open the address Slipway printed.',
  },
  sessionNeeded: {
    remedy: 'sign-in',
    message: () => 'This page is not connected to Slipway any more. Ask for a new link in the terminal.',
  },
  linkRefused: {
    remedy: 'sign-in',
    message: () => 'This link was used before or has expired. Ask for a new link in the terminal.',
  },
  lengthNeeded: {
    remedy: 'report',
    message: () => 'The size of the file must be stated with the request.',
  },
  noSpace: {
    remedy: 'free-space',
    message: (p: { name: string; needed: number; free: number }) =>
      `“${p.name}” needs ${p.needed} bytes, but the disk has only ${p.free} free. Free some space and drop it again.`,
  },
  cutOff: {
    remedy: 'retry',
    message: (p: { name: string }) => `“${p.name}” arrived only in part. Drop it again.`,
  },
  browserDoes: {
    remedy: 'report',
    message: (p: { what: string }) => `${p.what} is done by the browser itself.`,
  },
  notInTab: {
    remedy: 'none',
    message: () => 'Not available here: only the installed application can do this, not a browser tab.',
  },
  noDesktop: {
    remedy: 'none',
    message: (p: { path: string }) => `This computer has no desktop to show ${p.path} on.`,
  },
});

export const webErrors = { ...requestErrors, ...ownErrors };
