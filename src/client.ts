export {
  VersionedFetch,
  type VersionedFetchOptions,
  type VersionNaming,
  type VersionNotice,
} from "./client/versioned-fetch";
