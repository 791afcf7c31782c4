/** A line of a workflow's log that GitHub shows beside the code: docs.github.com, "Workflow commands". */
interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  /** From the folder that the command runs in. */
  readonly file: string | undefined;
  readonly message: string;
}

/** `::error file=openapi/1.json,title=version 1::GET /cats: is no longer served`. */
export function annotationLine({ level, title, file, message }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${propertyText(file)}`]),
    `title=${propertyText(title)}`,
  ];
  return `::${level} ${properties.join(",")}::${messageText(message)}`;
}

/** A line break would end the command, and begin another. */
function messageText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function propertyText(text: string): string {
  return messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
