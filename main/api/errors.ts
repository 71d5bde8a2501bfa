import { errorTable } from '../base/errors.ts';

/** Failures of the distribution API as a client meets them. `service` is the host, `reason` the service's own words. */
export const apiErrors = errorTable('api', {
  unknownHost: {
    remedy: 'check-address',
    message: (p: { service: string }) =>
      `The service ${p.service} was not found. Check the address and the network connection.`,
  },
  refused: {
    remedy: 'check-network',
    message: (p: { service: string }) =>
      `The service ${p.service} does not answer: the connection was refused. Check the address, or wait until it runs again.`,
  },
  connectionLost: {
    remedy: 'check-network',
    message: (p: { service: string }) =>
      `The connection to ${p.service} was lost. Check the network and try again.`,
  },
  timeout: {
    remedy: 'check-network',
    message: (p: { service: string; seconds: number }) =>
      `The service ${p.service} did not answer for ${p.seconds} seconds. Check the network and try again.`,
  },
  tls: {
    remedy: 'check-address',
    message: (p: { service: string; reason: string }) =>
      `The connection to ${p.service} is not secure (${p.reason}). Check the address, the computer's clock and the certificate of the service.`,
  },
  proxy: {
    remedy: 'check-network',
    message: (p: { service: string; reason: string }) =>
      `The proxy did not let the connection to ${p.service} through (${p.reason}). Check the proxy settings.`,
  },
  signInFailed: {
    remedy: 'sign-in',
    message: (p: { service: string; reason: string }) =>
      `Signing in to ${p.service} failed: ${p.reason} Check user name, password, client id and client secret.`,
  },
  tokenRefused: {
    remedy: 'sign-in',
    message: (p: { service: string }) =>
      `The service ${p.service} does not accept the sign-in: the token is incorrect or has expired. Sign in again.`,
  },
  forbidden: {
    remedy: 'sign-in',
    message: (p: { service: string; reason: string }) =>
      `This account may not do that on ${p.service}. ${p.reason}`,
  },
  notFound: {
    remedy: 'check-input',
    message: (p: { service: string; reason: string }) =>
      `The service ${p.service} does not have this. ${p.reason}`,
  },
  tooLarge: {
    remedy: 'choose-file',
    message: (p: { service: string; size: string; reason: string }) =>
      `The build is too large for ${p.service}${p.size}. ${p.reason}`,
  },
  rejected: {
    remedy: 'check-input',
    message: (p: { service: string; status: number; reason: string }) =>
      `The service ${p.service} refused this (${p.status}). ${p.reason}`,
  },
  busy: {
    remedy: 'wait',
    message: (p: { service: string; reason: string }) =>
      `The service ${p.service} is busy and asked to wait. ${p.reason}`,
  },
  broken: {
    remedy: 'retry',
    message: (p: { service: string; status: number; reason: string }) =>
      `The service ${p.service} has a problem of its own (${p.status}). ${p.reason}`,
  },
  notThePromise: {
    remedy: 'check-address',
    message: (p: { service: string; found: string }) =>
      `${p.service} answered with ${p.found} instead of what was asked for. Check that the address is that of the distribution service.`,
  },
  tooMuch: {
    remedy: 'report',
    message: (p: { service: string }) => `The answer of ${p.service} is larger than 64 MiB and was not read.`,
  },
  changedWhileSending: {
    remedy: 'retry',
    message: (p: { fileName: string }) =>
      `${p.fileName} changed while it was being sent. It is sent again as what it is now.`,
  },
});
