import { errorTable } from '../../base/errors.ts';

export const demoErrors = errorTable('demo', {
  early: {
    remedy: 'report',
    message: (p: { file: string }) => `${p.file} was picked up before the compiler had finished it.`,
  },
  notDelivered: {
    remedy: 'report',
    message: (p: { build: string; reason: string }) => `${p.build} did not arrive: ${p.reason}`,
  },
  silence: {
    remedy: 'report',
    message: (p: { seconds: number; what: string }) =>
      `Nothing has happened for ${p.seconds} seconds; last: ${p.what}.`,
  },
  linkAnswer: {
    remedy: 'report',
    message: (p: { what: string; url: string; status: string }) => `${p.what} ${p.url} answered ${p.status}.`,
  },
  noDownload: {
    remedy: 'report',
    message: (p: { url: string }) => `The install page ${p.url} offers no download.`,
  },
  shorter: {
    remedy: 'choose-file',
    message: (p: { path: string }) =>
      `${p.path} became shorter while it was copied. Let it be finished first.`,
  },
  noMessage: {
    remedy: 'report',
    message: (p: { build: string; address: string }) =>
      `No message about ${p.build} to ${p.address} came to the outbox.`,
  },
  notSame: {
    remedy: 'report',
    message: (p: { build: string; sent: string; received: string }) =>
      `${p.build} came back changed: sha-256 ${p.sent} was sent, ${p.received} received.`,
  },
  notActive: {
    remedy: 'report',
    message: (p: { build: string }) => `${p.build} is on the service but not active.`,
  },
});
