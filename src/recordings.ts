export { Recorder, type RecorderCounts, type RecorderOptions } from "./beside/recordings/recorder";
