import { bookshop } from "../../../samples/31-bookshop-by-changes/app";

// A guide needs no rows.
export default bookshop(undefined as never);
