/** Customers and their reusable addresses. */
export const customerItems = {
  "field:customer": "a customer keeps the caller's externalRef and gets an identifier",
  "rule:customer.one-address": "a customer has one reusable address per rail",
  "field:ensured-address": "ensure answers with created, the address, its chain family and its network id",
  "rule:ensure.created": "created is true once, when the address is provisioned, and false afterwards",
  "rule:ensure.same-address": "ensuring again, before another display, gives the same address",
  "rule:ensure.new-network": "an existing customer gets an address on another network on request",
  "rule:ensure.not-configured": "nothing is provisioned on a rail the business is not configured for",
  "rule:ensure.inferred":
    "the network id may be left out where exactly one active network of the chain exists",
  "rule:ensure.not-inferred": "with several active networks of the chain it has to be said",
  "rule:ensure.stellar-token": "on Stellar the token is part of the request",
  "rule:ensure.mismatch":
    "an address of another chain or network than requested is refused, whatever its form",
  "rule:ensure.no-fallback": "no evm address is ever shown instead of another rail's",
  "rule:ensure.stellar-not-needed": "invoices and intents on Stellar work without an ensured address",
} as const
