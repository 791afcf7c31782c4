/* What compiles and what does not is one list for both flavours: here tsc reads it with experimentalDecorators. */
import "./placement";
import "./befores";
import "./changes";
import "./names";
import "./results";
import "./schemas";
import "./security";
import "./versions";
