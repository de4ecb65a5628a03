package dev.palloc.page;

/**
 * Which relation: three numbers, unsigned, as RelFileLocator of PostgreSQL (storage/relfilelocator.h). What they mean is
 * their user's affair; one who has no tablespaces sets 0.
 *
 * @param tablespace unsigned
 * @param database unsigned
 * @param relation unsigned
 */
public record FileId(int tablespace, int database, int relation) {
    /**
     * Of a program that counts its files and has nothing else.
     *
     * @param relation unsigned
     * @return the id with the other two 0
     */
    public static FileId of(int relation) {
        return new FileId(0, 0, relation);
    }

    /**
     * As PostgreSQL prints it.
     *
     * @return the three numbers between slashes
     */
    @Override
    public String toString() {
        return Integer.toUnsignedString(tablespace) + "/" + Integer.toUnsignedString(database) + "/"
                + Integer.toUnsignedString(relation);
    }
}
