/**
 * Bindings to the C layer of Palloc, generated from {@code palloc.h} and committed as the generator wrote them. Only the
 * library itself sees them: their safety is that of C, and what they look like is the generator's business.
 *
 * <p>They find their symbols in the library that {@code dev.palloc} loads, which works when both modules have the same
 * class loader. Needs {@code --enable-native-access=dev.palloc.bindings}.
 */
// The reader of the export is compiled after this module, so it cannot be known here.
@SuppressWarnings("module")
module dev.palloc.bindings {
    exports dev.palloc.bindings to
            dev.palloc;
}
