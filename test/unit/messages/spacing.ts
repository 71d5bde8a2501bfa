/** Returns true if no-break spaces precede `: ; ! ?` and are inside « », except in addresses and times. */
export function frenchSpacing(text: string): boolean {
  const plain = text.replace(/\bhttps?:\/\/\S*|\bAccept:|\b\d\d:\d\d\b|\w+:\/\/|sudo \S+/g, '');
  return !/[^\u00a0][;!?](?=\s|$)|(?<=[\p{L}\d)»]) ?:(?=\s|$)|«[^\u00a0]|[^\u00a0]»/u.test(plain);
}
