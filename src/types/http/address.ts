/** Answer of `GET /store/onchain/addresses`, for the signed-in customer. */
export type OnchainAddressResponse = {
  address: {
    rail: string
    chain: string
    network_id: string
    network_name: string
    token: string
    /** The service confirmed it for this answer. */
    address: string
  }
}
