import { BlockList, isIP } from "node:net"

const MINUTE_MS = 60_000
/** Above this number, client addresses idle for a minute are dropped. */
const MOST_CLIENTS = 10_000

/**
 * Limits how many payments one client address opens: each is a call of the service, and an invoice there.
 *
 * Per process; after a quiet minute a whole minute's openings at once. The rate limit of the checkout bounds
 * all clients together.
 */
export class OpeningLimit {
  /** When the openings of a client will be paid for, at the rate. */
  private readonly paidAtMs = new Map<string, number>()
  private readonly trusted: BlockList
  private readonly proxies: BlockList
  private readonly intervalMs: number
  /** Refused openings since the process started. */
  refusals = 0

  /** @param clock epoch milliseconds */
  constructor(
    settings: { openingsPerMinute: number; trustedAddresses: readonly string[]; proxies: readonly string[] },
    private readonly clock: () => number
  ) {
    this.intervalMs = MINUTE_MS / settings.openingsPerMinute
    this.trusted = listOf(settings.trustedAddresses)
    this.proxies = listOf(settings.proxies)
  }

  /** Counts an opening of a client. @returns milliseconds until the client may open another, or 0 */
  take(address: string | undefined): number {
    const key = this.clientOf(address)
    if (key === null) return 0
    const nowMs = this.clock()
    if (this.paidAtMs.size >= MOST_CLIENTS)
      for (const [client, paidAtMs] of this.paidAtMs) if (paidAtMs <= nowMs) this.paidAtMs.delete(client)
    const paidAtMs = Math.max(this.paidAtMs.get(key) ?? 0, nowMs) + this.intervalMs
    const waitMs = Math.ceil(paidAtMs - MINUTE_MS - nowMs)
    if (waitMs > 0) {
      this.refusals++
      return waitMs
    }
    this.paidAtMs.set(key, paidAtMs)
    return 0
  }

  /**
   * Finds a client's address behind proxies. Every sender can write the header, and Medusa trusts its last entry from any
   * connection. Here an entry counts only if a configured proxy added it. Even a proxy may pass on a client's claim to be this machine.
   *
   * @param connection address that the connection comes from
   * @param forwardedFor the header `X-Forwarded-For`
   */
  addressOf(connection: string | undefined, forwardedFor: string | undefined): string | undefined {
    let address = connection
    for (const hop of (forwardedFor ?? "").split(",").reverse()) {
      const client = withoutPort(hop.trim())
      const isClaim = isLoopback(client) && !isLoopback(connection)
      if (!isIn(this.proxies, address) || isIP(client) === 0 || isClaim) break
      address = client
    }
    return address
  }

  /** Identifies a client for rate limiting; null for a trusted address. */
  clientOf(address: string | undefined): string | null {
    return isIn(this.trusted, address) ? null : networkOf(plainAddress(address ?? ""))
  }
}

const LOOPBACK = listOf(["127.0.0.0/8", "::1"])
const isLoopback = (address: string | undefined) => isIn(LOOPBACK, address)

function isIn(list: BlockList, address: string | undefined): boolean {
  const plain = plainAddress(address ?? "")
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}

/** Some proxies add the port of the client. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? []
  return bracketed ?? plain ?? hop
}

/** Whether a text is an IP address, or a range such as `address/bits`. */
export function isAddressRange(text: string): boolean {
  try {
    listOf([text])
    return true
  } catch {
    return false
  }
}

/** @throws Error for what is neither an address nor a range */
function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = "", bits] = range.split("/", 2)
    if (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
      throw new Error("neither an address nor a range")
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number.parseInt(bits, 10), familyOf(address))
  }
  return list
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4"
}

/** A socket of both families writes an IPv4 address as IPv6. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** One IPv6 subscriber has a whole /64 and can use another address of it each time. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = "", tail] = address.split("%", 1).join("").split("::", 2)
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
  return [...left, ...(tail === undefined ? [] : zeros), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":")
}
