// The sample's own test records a day, and finds a mistake in the recording.
import "../../samples/42-recorded/recording.test";
