import { allStoriesByDoctor } from "./stories-by-doctor"

allStoriesByDoctor("other service")
