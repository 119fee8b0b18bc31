export * from "@/identity/families/today/objects"
