/** Logins of the demo. The store's configuration names the users before they exist. */
const password = "demo-password"

export const admin = { id: "user_demo", email: "admin@example.com", password }
/** Approves what the admin confirms, and the other way around. */
export const colleague = { id: "user_grace", email: "grace@example.com", password }
/** A customer with saved addresses. */
export const customer = { email: "ada.lindqvist@example.com", password }
