/* What compiles and what does not is one list for both flavours: here tsc reads it with experimentalDecorators. */
import "../types/placement";
import "../types/changes";
import "../types/names";
import "../types/schemas";
import "../types/versions";
