/** Reads and changes the packets of a VXLAN device: a VXLAN header, an Ethernet frame and an IP packet. */

const vxlanHeader = 8;
const ethernetHeader = 14;
const ipAt = vxlanHeader + ethernetHeader;
const tcp = 6;
const udp = 17;

/** Returns the size of the IP packet, or of another payload of the frame. */
export function packetBytes(frame: Buffer): number {
  return frame.length - ipAt;
}

/** Returns true if the frame contains something other than an IP packet, such as an ARP request. */
export function isNeighbourDiscovery(frame: Buffer): boolean {
  const type = frame.readUInt16BE(vxlanHeader + 12);
  const isIpv4 = type === 0x0800;
  const isIpv6 = type === 0x86dd;
  return !isIpv4 && !isIpv6;
}

/** Moves the packet to another VXLAN network and fills in the checksum that the system leaves to hardware. */
export function readdress(frame: Buffer, network: number): void {
  frame.writeUIntBE(network, 4, 3);
  const type = frame.readUInt16BE(vxlanHeader + 12);
  if (type === 0x0800) {
    const protocol = frame[ipAt + 9] ?? 0;
    const isFragment = (frame.readUInt16BE(ipAt + 6) & 0x3fff) !== 0;
    const begin = ipAt + ((frame[ipAt] ?? 0) & 15) * 4;
    if (!isFragment)
      sign(frame, { protocol, begin, end: ipAt + frame.readUInt16BE(ipAt + 2), from: ipAt + 12 });
  } else if (type === 0x86dd) {
    const begin = ipAt + 40;
    const end = begin + frame.readUInt16BE(ipAt + 4);
    sign(frame, { protocol: frame[ipAt + 6] ?? 0, begin, end, from: ipAt + 8 });
  }
}

type Segment = {
  readonly protocol: number;
  readonly begin: number;
  readonly end: number;
  readonly from: number;
};

function sign(frame: Buffer, { protocol, begin, end, from }: Segment): void {
  if (protocol !== tcp && protocol !== udp) return;
  const field = begin + (protocol === tcp ? 16 : 6);
  frame.writeUInt16BE(0, field);
  const addressesEnd = from < ipAt + 12 ? ipAt + 40 : ipAt + 20;
  let sum = protocol + (end - begin) + sumOf(frame, from, addressesEnd) + sumOf(frame, begin, end);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x10000);
  frame.writeUInt16BE(~sum & 0xffff || 0xffff, field);
}

function sumOf(frame: Buffer, begin: number, end: number): number {
  let sum = 0;
  for (let at = begin; at + 1 < end; at += 2) sum += ((frame[at] as number) << 8) | (frame[at + 1] as number);
  return (end - begin) % 2 === 1 ? sum + ((frame[end - 1] as number) << 8) : sum;
}
