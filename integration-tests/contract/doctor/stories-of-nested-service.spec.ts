import { allStoriesByDoctor } from "./stories-by-doctor"

allStoriesByDoctor("nested service")
