import type { HttpTypes } from "@medusajs/framework/types"
import type { Region } from "../shop"

const fields = [
  { name: "first_name", label: "First name", autoComplete: "given-name" },
  { name: "last_name", label: "Last name", autoComplete: "family-name" },
  { name: "address_1", label: "Street and number", autoComplete: "address-line1", isWide: true },
  { name: "postal_code", label: "Postal code", autoComplete: "postal-code" },
  { name: "city", label: "City", autoComplete: "address-level2" },
]

export type Address = Pick<
  HttpTypes.StoreCustomerAddress,
  "first_name" | "last_name" | "address_1" | "city" | "province" | "postal_code" | "country_code"
>

export function AddressForm({ region }: { region: Region }) {
  return (
    <div className="fields">
      {fields.map(({ name, label, autoComplete, isWide }) => (
        <label key={name} className={isWide ? "field all" : "field"}>
          {label}
          <input name={name} autoComplete={autoComplete} required />
        </label>
      ))}
      <label className="field all">
        Country
        <select name="country_code" autoComplete="country">
          {region.countries?.map(({ iso_2, display_name }) => (
            <option key={iso_2} value={iso_2}>
              {display_name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** @param form that contains an {@link AddressForm} */
export function readAddress(form: FormData): Address {
  const read = (name: string) => String(form.get(name) ?? "")
  return {
    first_name: read("first_name"),
    last_name: read("last_name"),
    address_1: read("address_1"),
    city: read("city"),
    province: null,
    postal_code: read("postal_code"),
    country_code: read("country_code"),
  }
}

export function AddressText({ address }: { address: Address }) {
  const { first_name, last_name, address_1, postal_code, city, country_code } = address
  return (
    <address>
      {first_name} {last_name}
      <br />
      {address_1}
      <br />
      {postal_code} {city}, {country_code?.toUpperCase()}
    </address>
  )
}
