export * from "@/identity/families/today/defs"
