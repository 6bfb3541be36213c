import { Interface } from "ethers/abi"
import { erc20, ether, EVM_PAYEE } from "../../uri/__tests__/sample-payment"
import { sendPayment, walletPayment, type WalletPayment } from "../send-payment"
import { HASH, PAYER, rpcError, stubWallet } from "./stub-wallet"

const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
const TOKEN = new Interface(["function balanceOf(address) view returns (uint256)"])

const tokenPayment = prepared(walletPayment(erc20()))
const coinPayment = prepared(walletPayment(ether()))

function prepared(payment: WalletPayment | null): WalletPayment {
  if (!payment) throw new Error("the sample cannot be paid by wallet")
  return payment
}

const wasAsked = (wallet: ReturnType<typeof stubWallet>) =>
  wallet.calls.some(({ method }) => method === "eth_sendTransaction")

describe("a wallet that accepts", () => {
  test("switches, is checked, and sends a token from its first account", async () => {
    const wallet = stubWallet()
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ hash: HASH })
    expect(wallet.calls.map(({ method }) => method)).toEqual([
      "eth_requestAccounts",
      "wallet_switchEthereumChain",
      "eth_chainId",
      "eth_call",
      "eth_sendTransaction",
    ])
    expect(wallet.calls[1]?.params).toEqual([{ chainId: "0x2105" }])
    expect(wallet.calls[4]?.params).toEqual([
      { from: PAYER, to: USDC, value: "0x0", chainId: "0x2105", data: tokenPayment.data },
    ])
  })

  test("sends the coin without data", async () => {
    const wallet = stubWallet({ eth_getBalance: "0xffffffffffffffffffff" })
    expect(await sendPayment(wallet, coinPayment)).toEqual({ hash: HASH })
    const { value } = coinPayment
    expect(wallet.calls.at(-1)?.params).toEqual([{ from: PAYER, to: EVM_PAYEE, value, chainId: "0x2105" }])
  })

  test("may support only the right chain and refuse to switch", async () => {
    const wallet = stubWallet({ wallet_switchEthereumChain: rpcError(-32601) })
    expect(await sendPayment(wallet, coinPayment)).toEqual({ hash: HASH })
  })
})

describe("a wallet that declines", () => {
  const declined = rpcError(4001, "User rejected the request.")

  test.each(["eth_requestAccounts", "wallet_switchEthereumChain", "eth_sendTransaction"])(
    "%s",
    async (method) => {
      const wallet = stubWallet({ [method]: declined })
      expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "declined" })
      expect(wallet.calls.at(-1)?.method).toBe(method)
    }
  )

  test.each([
    ["a code of ethers", rpcError("ACTION_REJECTED")],
    ["words only", new Error("MetaMask Tx Signature: User denied transaction signature.")],
    ["the words of WalletConnect", rpcError(5000, "User rejected.")],
    ["a wrapped error", rpcError(-32603, "Internal error", { data: { originalError: { code: 4001 } } })],
  ])("with %s", async (_, error) => {
    const wallet = stubWallet({ eth_sendTransaction: error })
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "declined" })
  })
})

describe("a wallet on another chain", () => {
  test.each([
    ["does not know the chain", { wallet_switchEthereumChain: rpcError(4902), eth_chainId: "0x1" }],
    ["claims to have switched but has not", { eth_chainId: "0x1" }],
    ["does not name its chain", { eth_chainId: null }],
  ])("%s: nothing is sent", async (_, answers) => {
    const wallet = stubWallet(answers)
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "wrong_chain" })
    expect(wasAsked(wallet)).toBe(false)
  })

  test("notices when asked to send", async () => {
    const wallet = stubWallet({ eth_sendTransaction: rpcError(4901) })
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "wrong_chain" })
  })
})

describe("a wallet's balance", () => {
  test("below the amount of the coin sends nothing", async () => {
    const wallet = stubWallet({ eth_getBalance: "0x1" })
    expect(await sendPayment(wallet, coinPayment)).toEqual({ problem: "insufficient_funds" })
    expect(wasAsked(wallet)).toBe(false)
  })

  test("below the amount of the token sends nothing, and only the payer's balance counts", async () => {
    const missingOne = `0x${(tokenPayment.baseUnits - 1n).toString(16).padStart(64, "0")}`
    const wallet = stubWallet({ eth_call: missingOne })
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "insufficient_funds" })
    expect(wasAsked(wallet)).toBe(false)
    const [call] = wallet.calls.find(({ method }) => method === "eth_call")?.params ?? []
    expect(call).toEqual({ to: USDC, data: TOKEN.encodeFunctionData("balanceOf", [PAYER]) })
  })

  test("of exactly the amount needed sends", async () => {
    const exact = `0x${tokenPayment.baseUnits.toString(16).padStart(64, "0")}`
    expect(await sendPayment(stubWallet({ eth_call: exact }), tokenPayment)).toEqual({ hash: HASH })
  })

  test.each([
    rpcError(-32000, "insufficient funds for gas * price + value"),
    rpcError(-32603, "Internal JSON-RPC error.", {
      data: { code: -32000, message: "insufficient funds for transfer" },
    }),
    rpcError(3, "execution reverted: ERC20: transfer amount exceeds balance"),
  ])("is reported as too low when sending fails with: $message", async (error) => {
    const wallet = stubWallet({ eth_sendTransaction: error })
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "insufficient_funds" })
  })
})

describe("a wallet that vanishes", () => {
  const never = () => new Promise(() => undefined)

  test("before it was asked to send has sent nothing", async () => {
    const wallet = stubWallet({ eth_chainId: rpcError(4900, "Disconnected") })
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "failed" })
  })

  test.each([
    ["loses its connection", rpcError(4900, "Disconnected")],
    ["fails inside", rpcError(-32603, "Internal JSON-RPC error.")],
    ["returns no hash", undefined],
    ["returns half a hash", "0xabab"],
  ])("while sending, because it %s, may have sent", async (_, answer) => {
    const wallet = stubWallet({ eth_sendTransaction: answer })
    expect(await sendPayment(wallet, tokenPayment)).toEqual({ problem: "unknown" })
  })

  test("for good may have sent when the payer gives up", async () => {
    const stop = new AbortController()
    const wallet = stubWallet({ eth_sendTransaction: never })
    const result = sendPayment(wallet, tokenPayment, { signal: stop.signal })
    setImmediate(() => stop.abort())
    expect(await result).toEqual({ problem: "unknown" })
  })

  test("and sends after the payer gave up hands its hash over all the same", async () => {
    const stop = new AbortController()
    const late: string[] = []
    let confirm: (hash: string) => void = () => undefined
    const wallet = stubWallet({ eth_sendTransaction: () => new Promise((resolve) => (confirm = resolve)) })
    const onLateHash = (hash: string) => void late.push(hash)
    const result = sendPayment(wallet, tokenPayment, { signal: stop.signal, onLateHash })
    setImmediate(() => stop.abort())
    expect(await result).toEqual({ problem: "unknown" })
    confirm(HASH)
    await new Promise(setImmediate)
    expect(late).toEqual([HASH])
  })

  test("and comes back after the payer gave up is not asked to send", async () => {
    const stop = new AbortController()
    let unlock: (accounts: string[]) => void = () => undefined
    const wallet = stubWallet({ eth_requestAccounts: () => new Promise((resolve) => (unlock = resolve)) })
    const result = sendPayment(wallet, tokenPayment, { signal: stop.signal })
    setImmediate(() => stop.abort())
    expect(await result).toEqual({ problem: "failed" })
    unlock([PAYER])
    await new Promise(setImmediate)
    expect(wallet.calls.map(({ method }) => method)).toEqual(["eth_requestAccounts"])
  })
})

test("a payment that changed while the wallet was unlocked is not sent, and its hash in time is no late one", async () => {
  const wallet = stubWallet()
  const onLateHash = () => {
    throw new Error("it came in time")
  }
  expect(await sendPayment(wallet, tokenPayment, { isDue: () => false })).toEqual({ problem: "changed" })
  expect(wasAsked(wallet)).toBe(false)
  expect(await sendPayment(wallet, tokenPayment, { isDue: () => true, onLateHash })).toEqual({ hash: HASH })
})

test.each([
  ["has no account", { eth_requestAccounts: [] }],
  ["returns no list of accounts", { eth_requestAccounts: null }],
  ["may not send for this page", { eth_sendTransaction: rpcError(4100) }],
  ["cannot send", { eth_sendTransaction: rpcError(4200) }],
  ["finds the transaction invalid", { eth_sendTransaction: rpcError(-32602) }],
])("a wallet that %s has sent nothing", async (_, answers) => {
  expect(await sendPayment(stubWallet(answers), tokenPayment)).toEqual({ problem: "failed" })
})

test("a wallet that breaks the protocol yields a problem, never a rejection", async () => {
  const broken = {
    request: () => {
      throw new TypeError("not a promise")
    },
  }
  expect(await sendPayment(broken, tokenPayment)).toEqual({ problem: "failed" })
})
