import { isIP } from "node:net"

/** Where the sandbox listens unless it is told otherwise: for programs of this machine only. */
export const DEFAULT_HOST = "127.0.0.1"

/** Whether only programs of this machine reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
}

/**
 * Decides by its Host header whether a request is meant for the sandbox.
 *
 * A page of another site can give its own name the address of this machine, and would then read and drive the sandbox as
 * its own site. The name stays in the header. An address there is no such trick, so that a sandbox which listens on more
 * than loopback answers to addresses too.
 *
 * @param header name or address, with or without a port
 * @param listensOn what the sandbox was started on
 */
export function isAllowedHost(header: string, listensOn: string): boolean {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^\s:@/[\]]+))(?::\d{1,5})?$/i.exec(header) ?? []
  const host = (bracketed ?? plain ?? "").toLowerCase()
  if (host === "") return false
  if (host === "localhost" || host === "127.0.0.1" || host === "::1") return true
  if (host === listensOn.toLowerCase()) return true
  return !isLoopback(listensOn) && isIP(host) !== 0
}
