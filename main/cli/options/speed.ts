import { InvalidArgumentError } from 'commander';

const factors: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  kbit: 125,
  Mbit: 125_000,
  Gbit: 125_000_000,
};

/** Parses `2MB/s`, `500 kB/s`, `8Mbit/s` or `off`; returns bytes per second. Throws InvalidArgumentError. */
export function parseSpeed(text: string): number | 'off' {
  if (text.trim().toLowerCase() === 'off') return 'off';
  const [, digits = '', unit = ''] = /^\s*(\d+(?:[.,]\d+)?)\s*([A-Za-z]+?)(?:\/s|ps)?\s*$/.exec(text) ?? [];
  const factor = factorOf(unit);
  const speed = Number(digits.replace(',', '.')) * (factor ?? Number.NaN);
  if (Number.isSafeInteger(Math.round(speed)) && speed >= 1_000) return Math.round(speed);
  throw new InvalidArgumentError(
    'Expected a speed of at least 1kB/s, such as 500kB/s, 2MB/s or 16Mbit/s, or “off” for no limit.',
  );
}

/** Ignores case, but rejects “Mb”, which could mean bits or bytes. */
function factorOf(unit: string): number | null {
  if (/^[kmg]b$/i.test(unit) && unit.endsWith('b') && unit !== unit.toLowerCase()) return null;
  const name = Object.keys(factors).find((key) => key.toLowerCase() === unit.toLowerCase());
  return name === undefined ? null : (factors[name] ?? null);
}
