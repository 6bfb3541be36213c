/** An invoice as long as a real one, as the service returns it. */
export const invoice = {
  id: "inv_01JD0Q8Z4T7W3N5K9M2B6C8D0F",
  status: "confirming",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "129.95",
  depositAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  confirmationProgress: {
    current: 2,
    required: 12,
    remaining: 10,
    percent: 16,
    txHash: `0x${"ab".repeat(32)}`,
  },
  metadata: { payment_session_id: "payses_01JD0Q8Z4T7W3N5K9M2B6C8D0F" },
  expiresAt: "2030-01-01T00:00:00.000Z",
  amountReceived: "129.95",
}
