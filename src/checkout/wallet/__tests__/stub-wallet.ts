import type { WalletProvider } from "../send-payment"

export const PAYER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
export const HASH = `0x${"ab".repeat(32)}`

type Answer = unknown | (() => unknown)

export type StubWallet = WalletProvider & { calls: { method: string; params?: readonly unknown[] }[] }

/** An error in the form wallets throw. */
export const rpcError = (code: unknown, message = "", rest: object = {}): Error =>
  Object.assign(new Error(message), { code, ...rest })

/**
 * A wallet on Base that accepts everything, with overrides by method.
 *
 * Errors are thrown, functions are called. Balances are unknown unless given.
 */
export function stubWallet(answers: Record<string, Answer> = {}): StubWallet {
  const all: Record<string, Answer> = {
    eth_requestAccounts: [PAYER],
    wallet_switchEthereumChain: null,
    eth_chainId: "0x2105",
    eth_sendTransaction: HASH,
    ...answers,
  }
  const calls: StubWallet["calls"] = []
  return {
    calls,
    request: async (call) => {
      calls.push(call)
      const answer = call.method in all ? all[call.method] : rpcError(-32601, "the method does not exist")
      if (answer instanceof Error) throw answer
      return typeof answer === "function" ? (answer as () => unknown)() : answer
    },
  }
}
