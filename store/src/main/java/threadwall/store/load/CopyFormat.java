package threadwall.store.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Rows in the binary format of PostgreSQL's COPY (its documentation, SQL command COPY, "Binary Format"). */
final class CopyFormat {

    private static final byte[] SIGNATURE = "PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1);

    /** The number of fields, then length and value of both. */
    private static final int ROW = Short.BYTES + 4 * Integer.BYTES;

    private CopyFormat() {}

    /** A complete stream with the rows of these ids, both inclusive. */
    static byte[] of(int first, int last) {
        int rows = last - first + 1;
        var bytes = ByteBuffer.allocate(SIGNATURE.length + 2 * Integer.BYTES + rows * ROW + Short.BYTES);
        bytes.put(SIGNATURE).putInt(0).putInt(0); // no flags, no header extension
        for (int id = first; id <= last; id++) {
            bytes.putShort((short) 2);
            bytes.putInt(Integer.BYTES).putInt(id);
            bytes.putInt(Integer.BYTES).putInt(RandomNumbers.of(id));
        }
        return bytes.putShort((short) -1).array();
    }
}
