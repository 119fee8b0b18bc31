import { ART_DEFS } from "./defs"

// The colours that drawings name, once in a page that is not rendered by the server.
document.body.insertAdjacentHTML("afterbegin", ART_DEFS)
